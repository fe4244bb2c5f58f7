export { categoryNames as categories } from '../../../server/contract/messages.ts'
