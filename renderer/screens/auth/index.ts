/** What other screens may use of signing in: the forms in place of a page that is a member's. */
export { SignIn } from './SignIn.tsx'
