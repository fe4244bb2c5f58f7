/** Fields with autocompletion. They are independent of the form around them. */
export { TagChooser } from './TagChooser.tsx'
export { TextAutocomplete } from './TextAutocomplete.tsx'
export { WorkTitleField } from './WorkTitleField.tsx'
export { ArtistsField } from './ArtistsField.tsx'
