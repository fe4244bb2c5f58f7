/** Creating and editing playlists; entry point for other features. */
export { CreatorForm } from './CreatorForm.tsx'
export { default as EditBead } from './EditBead.tsx'
export { default as InlineCreator } from './InlineCreator.tsx'
