/** Messages on a device, also while no page of Strand is open. */
export const push = {
  title: 'Get told on this device',
  text: 'Also when Strand is not open.',
  isOn: 'This device is told, also when Strand is not open.',
  denied: 'Your browser blocks notifications for Strand.',
  failed: "That didn't work. Please try again.",
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: 'You will be told on this device.',
  devices: 'Other devices that are told',
  since: (day: string) => `Since ${day}`,
  remove: 'Remove',
  removeDevice: (name: string) => `Remove ${name}`,
  unreadable: 'Something new happened.',
  someBrowser: 'A browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
}
