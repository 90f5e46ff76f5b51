import { testLooks } from './looks.ts'

testLooks({ scheme: 'light', widths: [1366, 390, 1920] })
