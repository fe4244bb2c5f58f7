/** The image cropper. */
export const crop = {
  frame: 'Visible area. Use the arrow keys to move it, with Shift to move it further',
  corner: { nw: 'Upper left corner', ne: 'Upper right corner', sw: 'Lower left corner', se: 'Lower right corner' },
  cornerHint: 'Use the arrow keys to resize, with Shift in larger steps',
  size: 'Size of the visible area',
  sizeText: (width: number, height: number) => `${width} by ${height} pixels`,
  facts: (width: number, height: number, x: number, y: number) => `${width} × ${height} pixels, ${x} from the left and ${y} from the top`,
}
