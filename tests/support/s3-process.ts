/** An S3 server as a process of its own, to be killed: `node s3-process.ts <folder> <port>`. */
import { startS3Server } from '../../packages/server/src/adapters/s3-storage/s3-server.test-support.ts'

const [directory = '', port = '0'] = process.argv.slice(2)
const server = await startS3Server({ directory, port: Number(port) })
// S3 never keeps half an object, also when its power fails; s3rver can, so it dies between two writes.
process.on('SIGUSR2', () => void server.stopWriting().then(() => process.kill(process.pid, 'SIGKILL')))
process.on('SIGTERM', () => process.exit(0))
console.log('ready')
