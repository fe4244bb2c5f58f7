/** Paths of the admin page (M1, R12). */
const withQuery = (path: string, name: string, value: string): string => `/admin/${path}?${name}=${encodeURIComponent(value)}`

/** @param id of a playlist, post or comment */
export const adminContentPath = (id: string): string => withQuery('playlists', 'id', id)

export const adminMemberPath = (uid: string): string => withQuery('setprivileges', 'uid', uid)

/** @param target the id of a playlist, post or comment, or a uid */
export const adminLogPath = (target: string): string => withQuery('log', 'target', target)
