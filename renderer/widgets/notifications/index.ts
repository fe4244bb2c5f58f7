export { Bell } from './Bell.tsx'
export { openNotifications, useNotificationsState as useNotificationsShown } from './state.ts'
