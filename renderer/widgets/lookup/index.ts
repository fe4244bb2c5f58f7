/** Fields with autocompletion. They take props and know no form. */
export { TagChooser } from './TagChooser.tsx'
export { TextAutocomplete } from './TextAutocomplete.tsx'
export { WorkTitleField } from './WhatField.tsx'
export { ArtistsField } from './WhoField.tsx'
