export const crop = {
  frame: 'The part that is shown. Arrow keys move it, with Shift further',
  corner: { nw: 'Upper left corner', ne: 'Upper right corner', sw: 'Lower left corner', se: 'Lower right corner' },
  cornerHint: 'Arrow keys pull it, with Shift further',
  size: 'Size of the part',
  sizeText: (width: number, height: number) => `${width} by ${height} pixels`,
  facts: (width: number, height: number, x: number, y: number) => `${width} × ${height} pixels, ${x} from the left and ${y} from the top`,
}
