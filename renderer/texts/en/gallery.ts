/** The full-page viewer for the image posts of a playlist. */
export const gallery = {
  open: (title: string) => `View ${title} large`,
  label: 'Pictures in this playlist',
  previous: 'Previous picture',
  next: 'Next picture',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  place: (now: number, all: number) => `${now} of ${all}`,
  picture: 'picture',
  info: 'Details',
  collect: 'Collect post',
  broken: 'Oh no, seems like this image is broken!',
  loading: 'Loading the picture…',
  loadingPost: 'Loading the post…',
  postPage: 'Open the post',
  swipeUp: 'Swipe up for details',
  swipeLeft: 'Swipe left for the next picture',
}
