/** Kinds of media, in the previews of the post form and of the search box. The form itself has `wizard.ts`. */
export const addPost = {
  kinds: { video: 'Video', audio: 'Audio', image: 'Picture', webpage: 'Web page' },
}
