/** Form fields with autocompletion. */
export { TagChooser } from './TagChooser.tsx'
export { TextAutocomplete } from './TextAutocomplete.tsx'
export { WorkTitleField } from './WorkTitleField.tsx'
export { ArtistsField } from './ArtistsField.tsx'
