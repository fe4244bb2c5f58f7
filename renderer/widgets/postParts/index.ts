/** The parts of a post that the card, the detail view, the gallery and the player share. */
export { CommentsButtonView as CommentsLook } from './CountButton.tsx'
export { PostControls } from './PostControls.tsx'
export { Provenance } from './Provenance.tsx'
export { RichText } from './RichText.tsx'
