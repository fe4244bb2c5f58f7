/** Parts shared by the post's card, detail view, gallery and player. */
export { CommentsButtonView } from './CountButton.tsx'
export { PostControls } from './PostControls.tsx'
export { Provenance } from './Provenance.tsx'
export { RichText } from './RichText.tsx'
