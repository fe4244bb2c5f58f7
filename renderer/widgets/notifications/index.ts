/** The notifications of the signed-in member; entry point for other features. */
export { Bell } from './Bell.tsx'
export { openNotifications, useNotificationsState as useNotificationsShown } from './state.ts'
