export const creator = {}
