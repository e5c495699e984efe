/** Words of the command line. */

/** Commands as `filesmith --help` lists them: how each is typed, and what it does. */
const commands = [
  ['convert <files...> --to <format>', 'make files into another format'],
  ['compress <files and folders...> [--to zip]', 'pack them into one archive: zip, 7z, tar or rar'],
  ['run <operation> <files...>', 'run an operation by its name, e.g. resize-image or extract-text'],
  ['watch <folder> --to <format> --out <folder>', 'convert what is in a folder and what comes into it'],
  ['formats [file]', 'what can be made, of everything or of one file'],
  ['options <operation>', 'the options of an operation'],
  ['jobs', 'your latest jobs on a server'],
  ['login, logout', 'keep the address and key of a server, or forget them'],
] as const

const flags = [
  ['--to <format>', 'what to make, e.g. jpg, mp3, pdf'],
  ['--out <path>', 'a folder, a file, or - for the output of this program; otherwise next to the input'],
  ['--from <format>', 'what comes in when the input is - (it is looked at all the same)'],
  ['--force', 'replace results that exist already'],
  ['--jobs <n>', 'how many files at once'],
  ['--option <name>=<value>', 'any option of an operation; most can be written as flags: --quality high'],
  [
    '--server <url>, --key <key>',
    'let a server do it (or FILESMITH_SERVER, FILESMITH_KEY, or filesmith login)',
  ],
  ['--local', 'do it here, whatever server is set'],
  ['--quiet', 'say only what went wrong'],
  ['--json', 'one line of JSON for every event, for programs'],
  ['--settle <seconds>', 'watch: a file is whole when it has not changed for so long (1)'],
  ['--once', 'watch: end when everything there is done'],
  ['--help, --version', ''],
] as const

const exitCodes = [
  ['0', 'everything was done'],
  ['1', 'some files failed'],
  ['2', 'wrong use: nothing was done'],
  ['3', 'the server cannot be reached, or refused the key'],
  ['4', 'nothing failed, but some results existed and were left alone'],
  ['130, 143', 'interrupted (Ctrl-C), told to stop'],
] as const

export const commandLineMessages = {
  usage: 'filesmith <command> [files] [flags]',
  headings: { commands: 'Commands', flags: 'Flags', exitCodes: 'Exit codes', examples: 'Examples' },
  commands,
  flags,
  exitCodes,
  examples: [
    'filesmith convert photo.heic --to jpg',
    'filesmith convert *.png --to webp --quality high --out web/',
    'filesmith convert film.mov --to gif --width 320 --duration 3',
    'filesmith compress letters/ --to 7z --out letters.7z',
    'cat scan.png | filesmith convert - --to txt --out -',
  ],
  unknownCommand: (name: string) => `There is no command "${name}". Try: filesmith --help`,
  unknownOperation: (name: string, known: readonly string[]) =>
    `There is no operation "${name}". There are: ${known.join(', ')}.`,
  unknownFormat: (name: string) => `"${name}" is no format Filesmith knows. Try: filesmith formats`,
  unknownOption: (name: string, operation: string) =>
    `${operation} has no option "${name}". Try: filesmith options ${operation}`,
  optionWithoutValue: (text: string) => `"${text}" should be name=value.`,
  noFiles: 'Which files? Name at least one, or - for the input of this program.',
  noTarget: 'Which format? Say it with --to, e.g. --to jpg.',
  noOperation: 'Which operation? Try: filesmith options',
  noFolder: 'Which folder should be watched?',
  notFolder: (path: string) => `${path} is no folder.`,
  sameFolder: 'Results need a folder of their own: --out names the watched one.',
  noOut: 'Where should results go? Say it with --out.',
  wrongNumber: (flag: string) => `--${flag} needs a number above 0.`,
  needsOneResult: '--out names one file, but there will be several results. Name a folder: --out folder/',
  cannotMake: (from: string, to: string, others: readonly string[]) =>
    others.length === 0
      ? `A ${from} file cannot be made into ${to}, nor into anything else.`
      : `A ${from} file cannot be made into ${to}. It can become: ${others.join(', ')}.`,
  noSuchFile: 'There is no such file.',
  isFolder: 'This is a folder. Name the files in it, or pack it with compress.',
  notReadable: 'This file may not be read.',
  notWritable: (path: string) => `${path} cannot be written.`,
  exists: 'exists, skipped',
  interrupted: 'interrupted',
  waiting: (count: number) => (count === 1 ? '1 more is waiting' : `${count} more are waiting`),
  engineReason: (engine: string, reason: string) => `${engine}: ${reason}`,
  serverNeeded:
    'Which server? Say it with --server and --key, FILESMITH_SERVER and FILESMITH_KEY, or filesmith login.',
  noAddress: (text: string) => `"${text}" is no web address. It begins with https:// or http://.`,
  settingsBroken: (path: string) => `${path} cannot be understood. filesmith login writes it anew.`,
  keyNeeded: 'The server needs a key: --key, FILESMITH_KEY or filesmith login.',
  tryingAgain: (seconds: number) => `Trying again in ${seconds} s.`,
  askKey: 'Key (from your profile, API keys): ',
  loggedIn: (server: string, plan: string) =>
    `Files will be worked by ${server} (${plan}) from now on. --local does it here.`,
  loggedOut: 'Files are worked on this machine from now on.',
  watching: (folder: string) => `Watching ${folder}. Ctrl-C ends it.`,
  noJobs: 'There are no jobs.',
  becomes: (label: string, formats: readonly string[]) => `${label} can become: ${formats.join(', ')}`,
  oneOf: (values: readonly string[]) => `one of ${values.join(', ')}`,
  defaultValue: (value: string) => `usually ${value}`,
  required: 'required',
} as const
