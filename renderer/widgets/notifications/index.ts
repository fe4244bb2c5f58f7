export { Bell } from './Bell.tsx'
export { openNotifications, useShown as useNotificationsShown } from './shown.ts'
