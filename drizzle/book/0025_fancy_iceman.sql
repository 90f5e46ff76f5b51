CREATE TABLE `leased` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`fence` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`)
);
--> statement-breakpoint
CREATE INDEX `leased_until` ON `leased` (`kind`,`until`);--> statement-breakpoint
CREATE INDEX `leased_fence` ON `leased` (`fence`);--> statement-breakpoint
CREATE TABLE `leases` (
	`fence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`key_id` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leases_id_unique` ON `leases` (`id`);--> statement-breakpoint
CREATE INDEX `leases_until` ON `leases` (`until`);