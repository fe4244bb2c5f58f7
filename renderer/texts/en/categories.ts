export { categoryNames as categories } from '#contract/messages.ts'
