export const post = {}
