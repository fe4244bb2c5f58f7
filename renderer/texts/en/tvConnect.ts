/** The page that connects a television to an account. */
export const tvConnect = {
  logIn: 'Log in to connect your TV.',
  confirm: 'Connect a TV to your account?',
  onlyYours: (name: string) => `It will be signed in as ${name}. Continue only if you just requested this on your own TV.`,
  connect: 'Connect',
  notMine: "That wasn't me",
  connecting: 'Connecting...',
  pending: 'Your TV will connect in a moment.',
  connected: 'Your TV is connected',
  connectedText: 'Continue on your TV.',
  advice: 'Tap resend on your TV, then check your e-mail for a new link.',
}
