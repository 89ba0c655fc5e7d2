export type InstallationTables = { installation: { name: string; value: string } }
