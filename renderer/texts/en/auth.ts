import { messages, pageTitles } from '../../../server/contract/messages.ts'

export const auth = {
  dialog: 'Log in or sign up',
  signupTitle: 'Join Strand',
  signupText: 'Signing up takes 20 seconds.',
  loginTitle: 'Welcome back',
  loginText: 'Log in to go on where you left off.',
  name: 'Name',
  email: 'E-mail',
  login: 'E-mail or user id',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  signUp: pageTitles.signUp,
  logIn: pageTitles.logIn,
  haveAccount: 'Already a member?',
  noAccount: 'New to Strand?',
  toLogin: 'Log in',
  toSignup: 'Sign up',
  welcomeTitle: (name: string) => `Welcome, ${name}!`,
  welcomeText: 'Good to have you here.',
  /** Failures that offer the other mode: the words before the link, and the link (A8). */
  emailInUse: { text: messages.emailInUse, link: 'Trying to log in?' },
  accountExists: { text: 'Looks like an account already exists.', link: 'Trying to log in?' },
  accountDoesNotExist: { text: "We can't find an associated account.", link: 'Trying to sign up?' },
  wrongCredentials: { text: "We can't find a matching email and password.", link: 'Sign up?' },
}
