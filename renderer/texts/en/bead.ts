export const bead = {}
