/** Web Share Target: files shared to the installed app by the operating system. */
import { paths } from './routes.ts'

/** As in the manifest; handled by the service worker. */
export const sharedFilesPath = '/share'
/** Query parameter of a page that received shared files. */
export const sharedQuery = 'shared'
/** Form field with the files, as in the manifest. */
export const sharedField = 'files'

/** Several files go to the batch converter; a single file to the tool for its type. */
export function pageForShared(types: readonly string[]): string {
  const [type = '', ...others] = types
  if (others.length > 0) return `${paths.tools}/batch`
  if (type === 'application/pdf') return `${paths.tools}/pdf`
  return paths.home
}
