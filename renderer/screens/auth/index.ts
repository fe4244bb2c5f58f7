/** The sign-in forms for other screens. */
export { SignIn } from './SignIn.tsx'
