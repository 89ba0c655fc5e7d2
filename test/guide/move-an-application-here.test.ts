import { walkPage } from './walk.ts'

walkPage('move-an-application-here.md')
