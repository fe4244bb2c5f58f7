export const tvConnect = {
  logIn: 'Log in to connect your TV.',
  confirm: 'Connect a television to your account?',
  onlyYours: (name: string) => `It will be signed in as ${name}. Go on only if you have just asked for this on a television of your own.`,
  connect: 'Connect',
  notMine: 'That was not me',
  connecting: 'Connecting...',
  patience: 'Your TV will notice in a moment.',
  connected: 'Your TV is connected',
  goOn: 'You can go on there.',
  advice: 'Tap resend on your TV, then check your e-mail for a new link.',
  discover: 'Discover playlists',
}
