CREATE TABLE `reading_jobs` (
	`scan_id` text PRIMARY KEY NOT NULL,
	`queued_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reading_jobs_queued` ON `reading_jobs` (`queued_at`,`scan_id`);--> statement-breakpoint
CREATE TABLE `readings` (
	`scan_id` text PRIMARY KEY NOT NULL,
	`reader` text NOT NULL,
	`read_at` integer NOT NULL,
	`explained` text NOT NULL,
	`pages` text NOT NULL,
	`others` text,
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade
);
