/** The banner at the top of every page: read-only mode and announcements. */
export const notices = {
  label: 'Announcements',
  more: 'Learn more',
  dismiss: 'Dismiss announcement',
  readOnly: 'Read-only for now.',
  readOnlyText: 'You can still read and play everything.',
  warning: 'Important:',
}
