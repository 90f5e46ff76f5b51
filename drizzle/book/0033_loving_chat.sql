CREATE TABLE `archived_scans` (
	`scan_id` text PRIMARY KEY NOT NULL,
	`archive_id` text NOT NULL,
	`archived_at` integer NOT NULL,
	`path` text NOT NULL,
	`version` integer NOT NULL,
	`facts` text NOT NULL,
	`seq` integer NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade
);
