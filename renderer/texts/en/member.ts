export const member = {}
