export { relationTypes } from './entities.ts'
