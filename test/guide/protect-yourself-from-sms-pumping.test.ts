import { walkPage } from './walk.ts'

walkPage('protect-yourself-from-sms-pumping.md')
