/** Files that a phone shares into the installed app: where they arrive, and on which page they are wanted. */
import { paths } from './routes.ts'

/** Named by the manifest; the service worker answers it. */
export const sharedFilesPath = '/share'
/** Tells a page that files were shared with it. */
export const sharedQuery = 'shared'
/** The field of the form that carries them, as the manifest says. */
export const sharedField = 'files'

/** Several files are a batch; one goes to the tool for its kind. */
export function pageForShared(types: readonly string[]): string {
  const [type = '', ...others] = types
  if (others.length > 0) return `${paths.tools}/batch`
  if (type === 'application/pdf') return `${paths.tools}/pdf`
  return paths.home
}
