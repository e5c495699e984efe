/** Finds addresses that would leave the site without BASE_PATH. */

interface BareAddress {
  readonly line: number
  readonly text: string
  readonly instead: string
}

interface Rule {
  readonly folder: string
  readonly pattern: RegExp
  readonly instead: string
  /** The modules that add the base path. */
  readonly except?: RegExp
}

const web = 'packages/web/src/'
const server = 'packages/server/src/'
/** The service worker has no document to read the base path from. */
const webAddresses = /\/lib\/site-address\.ts$|\/service-worker\//

const rules: readonly Rule[] = [
  {
    folder: web,
    // `fetch('${` is a code sample.
    pattern: /(?<!\.)\bfetch\((?!apiAddress\(|'\$\{)|new EventSource\((?!apiAddress\()/,
    instead: 'request() or apiAddress()',
    except: webAddresses,
  },
  {
    folder: web,
    pattern: /\b(?:href|src|action|endpoint)(?:=\{|: ?)(?:(?!apiAddress)\w+\()?apiPaths\b/,
    instead: 'apiAddress()',
  },
  {
    folder: web,
    pattern: /\b(?:href|src|action)=(?:["']\/|\{[`'"]\/|\{paths\b)/,
    instead: 'a link of the router or siteAddress()',
  },
  {
    folder: web,
    pattern: /location\.(?:assign|replace)\((?:paths\b|[`'"]\/)|\.register\([`'"]\//,
    instead: 'siteAddress()',
  },
  {
    folder: web,
    pattern: /location\.origin\b|\{ origin \} = window\.location|location\.pathname(?!\.slice\(basePath)/,
    instead: 'siteUrl() or useLocation()',
    except: webAddresses,
  },
  {
    folder: server,
    pattern: /new URL\(.*, (?:siteUrl|publicUrl|publicOrigin)\)/,
    // As the base of a URL, its path would be dropped.
    instead: 'siteUrl followed by the path',
  },
  {
    folder: server,
    pattern:
      /publicOrigin \+(?! basePath)|\$\{publicOrigin\}|\bPUBLIC_URL\b(?!.*(?:publicOrigin|onlyOrigin):)/,
    instead: 'siteUrl',
    except: /\/(?:config|compose-\w+)\.ts$|\/settings\//,
  },
]

export function findBareAddresses(path: string, source: string): BareAddress[] {
  const applied = rules.filter(({ folder, except }) => path.startsWith(folder) && !except?.test(path))
  return source.split('\n').flatMap((text, index) => {
    if (/^\s*(?:\/\/|\*|\/\*)/.test(text)) return []
    const broken = applied.find(({ pattern }) => pattern.test(text))
    return broken ? [{ line: index + 1, text: text.trim(), instead: broken.instead }] : []
  })
}
