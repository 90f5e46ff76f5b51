import { testLooks } from './looks.ts'

testLooks({ scheme: 'dark', widths: [390, 1366, 1920] })
