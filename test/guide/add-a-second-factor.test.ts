import { walkPage } from './walk.ts'

walkPage('add-a-second-factor.md')
