export const addPost = {
  kinds: { video: 'Video', audio: 'Audio', image: 'Picture', webpage: 'Web page' },
}
