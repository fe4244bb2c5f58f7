import { useLocation } from 'wouter'
import { useSession } from '#data/index.ts'

/** Reads the member and the site's settings for the whole page. If that fails, the next screen tries again. */
export function Session() {
  const [path] = useLocation()
  return <Reading key={path} />
}

function Reading() {
  useSession()
  return null
}
