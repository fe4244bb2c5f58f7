/** Fields with autocompletion. They take props and know no form. */
export { TagChooser } from './TagChooser.tsx'
export { TextAutocomplete } from './TextAutocomplete.tsx'
export { WhatField } from './WhatField.tsx'
export { WhoField } from './WhoField.tsx'
