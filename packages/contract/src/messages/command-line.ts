/** Texts of the command line. */

/** Usage and description of each command, for `filesmith --help`. */
const commands = [
  ['convert <files...> --to <format>', 'convert files to another format'],
  ['compress <files and folders...> [--to zip]', 'create an archive: zip, 7z, tar or rar'],
  ['run <operation> <files...>', 'run an operation by its name, e.g. resize-image or extract-text'],
  ['pdf <operation> <files...>', 'merge, split, organize and edit PDFs; without an operation, list them'],
  [
    'watch <folder> --to <format> --out <folder>',
    'convert the files in a folder and new ones as they arrive',
  ],
  ['formats [file]', 'list supported formats, or those a file can be converted to'],
  ['options <operation>', 'list the options of an operation'],
  ['jobs', 'list your latest jobs on a server'],
  ['login, logout', 'save or remove the address and key of a server'],
] as const

/** Short names beside those of the operations, for `filesmith pdf`. */
const pdfCommands = [
  ['merge', 'join files in their order'],
  ['split', 'split after --pages 10, below --split-megabytes 5, at --split bookmarks, or --pages "1-3; 4-9"'],
] as const

const flags = [
  ['--to <format>', 'output format, e.g. jpg, mp3, pdf'],
  ['--out <path>', 'output folder, file, or - for stdout; default: next to the input'],
  ['--from <format>', 'input format when reading stdin (the content is still checked)'],
  ['--force', 'overwrite existing results'],
  ['--jobs <n>', 'number of files to process in parallel'],
  ['--option <name>=<value>', 'any option of an operation; most also work as flags: --quality high'],
  ['--server <url>, --key <key>', 'use a server (or FILESMITH_SERVER, FILESMITH_KEY, or filesmith login)'],
  ['--local', 'run on this machine even if a server is set'],
  ['--quiet', 'print errors only'],
  ['--json', 'print one line of JSON per event'],
  ['--settle <seconds>', 'watch: wait until a file is unchanged for this long (default: 1)'],
  ['--once', 'watch: exit when all files are done'],
  ['--help, --version', ''],
] as const

const exitCodes = [
  ['0', 'success'],
  ['1', 'some files failed'],
  ['2', 'usage error, nothing was done'],
  ['3', 'server unreachable or key rejected'],
  ['4', 'no failures, but some existing results were skipped'],
  ['130, 143', 'interrupted (SIGINT, SIGTERM)'],
] as const

export const commandLineMessages = {
  usage: 'filesmith <command> [files] [flags]',
  headings: { commands: 'Commands', flags: 'Flags', exitCodes: 'Exit codes', examples: 'Examples' },
  commands,
  pdfCommands,
  flags,
  exitCodes,
  examples: [
    'filesmith convert photo.heic --to jpg',
    'filesmith convert *.png --to webp --quality high --out web/',
    'filesmith convert clip.mov --to gif --width 320 --duration 3',
    'filesmith pdf merge a.pdf b.pdf --out c.pdf',
    'filesmith pdf split book.pdf --pages 10',
    'filesmith pdf fill form.pdf --values values.json --flatten',
    'filesmith compress letters/ --to 7z --out letters.7z',
    'cat scan.png | filesmith convert - --to txt --out -',
  ],
  unknownCommand: (name: string) => `Unknown command "${name}". Try: filesmith --help`,
  unknownOperation: (name: string, known: readonly string[]) =>
    `Unknown operation "${name}". Available: ${known.join(', ')}.`,
  unknownFormat: (name: string) => `Unknown format "${name}". Try: filesmith formats`,
  unknownOption: (name: string, operation: string) =>
    `${operation} has no option "${name}". Try: filesmith options ${operation}`,
  optionWithoutValue: (text: string) => `"${text}" is not in the form name=value.`,
  noSplit: 'Set where to split: --pages 10, --split-megabytes 5, --split bookmarks, or --pages "1-3; 4-9".',
  cannotReadValues: (path: string) =>
    `The file ${path} cannot be read. --values names a JSON or FDF file, or is an object in JSON.`,
  noFiles: 'No input files. Name at least one, or - for stdin.',
  noTarget: 'No output format. Set it with --to, e.g. --to jpg.',
  noOperation: 'No operation given. Try: filesmith options',
  noFolder: 'No folder to watch given.',
  notFolder: (path: string) => `${path} is not a folder.`,
  sameFolder: '--out must not be the watched folder.',
  noOut: 'No output folder. Set it with --out.',
  wrongNumber: (flag: string) => `--${flag} needs a number above 0.`,
  needsOneResult: '--out is a file, but there are several results. Use a folder: --out folder/',
  cannotMake: (from: string, to: string, others: readonly string[]) =>
    others.length === 0
      ? `${from} files cannot be converted.`
      : `Cannot convert ${from} to ${to}. Available: ${others.join(', ')}.`,
  noSuchFile: 'File not found.',
  isFolder:
    'This is a folder, and no Markdown in it shows its images. Name the files in it, or use compress.',
  notReadable: 'Permission denied.',
  notWritable: (path: string) => `Cannot write ${path}.`,
  exists: 'exists, skipped',
  interrupted: 'interrupted',
  waiting: (count: number) => `${count} more waiting`,
  engineReason: (engine: string, reason: string) => `${engine}: ${reason}`,
  serverNeeded:
    'No server set. Use --server and --key, FILESMITH_SERVER and FILESMITH_KEY, or filesmith login.',
  noAddress: (text: string) => `"${text}" is not a valid URL. It must start with https:// or http://.`,
  settingsBroken: (path: string) => `${path} is not valid. Run filesmith login to create it again.`,
  keyNeeded: 'The server requires a key: --key, FILESMITH_KEY or filesmith login.',
  tryingAgain: (seconds: number) => `Trying again in ${seconds} s.`,
  askKey: 'Key (from your profile, API keys): ',
  /** A private instance has no plans. */
  loggedIn: (server: string, plan?: string) =>
    `Logged in to ${server}${plan === undefined ? '' : ` (${plan})`}. Use --local to run on this machine.`,
  loggedOut: 'Logged out. Files are processed on this machine.',
  watching: (folder: string) => `Watching ${folder}. Press Ctrl-C to stop.`,
  noJobs: 'No jobs.',
  becomes: (label: string, formats: readonly string[]) => `${label} converts to: ${formats.join(', ')}`,
  oneOf: (values: readonly string[]) => `one of ${values.join(', ')}`,
  defaultValue: (value: string) => `default: ${value}`,
  required: 'required',
} as const
