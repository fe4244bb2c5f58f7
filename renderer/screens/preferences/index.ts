/** Exports for other screens: account fields, picture, and forms that save. */
export { AccountFields } from './AccountFields.tsx'
export type { AccountField } from './accountForm.ts'
export { OwnPicture } from './picture/OwnPicture.tsx'
export { usePictureAllowed } from './picture/usePictureAllowed.ts'
export { SaveForm } from './SaveForm.tsx'
export { useSaveAccount } from './useSaveAccount.ts'
export { useSaving, type Saving } from './useSaving.ts'
export { default as PictureEditor } from './picture/PictureEditor.tsx'
