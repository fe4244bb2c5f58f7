export { countPlayability, recordChecked, removeBeadHealth, type PlayabilityChange } from './counting.ts'
