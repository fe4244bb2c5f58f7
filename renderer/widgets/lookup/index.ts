/** Fields with autocompletion. They take props and know no form. */
export { TagChooser } from './TagChooser.tsx'
export { TextAutocomplete } from './TextAutocomplete.tsx'
export { WorkTitleField } from './WorkTitleField.tsx'
export { ArtistsField } from './ArtistsField.tsx'
