/** Starting a playlist and editing one, where another feature has a place for it. */
export { CreatorForm } from './CreatorForm.tsx'
export { default as EditBead } from './EditBead.tsx'
export { default as InlineCreator } from './InlineCreator.tsx'
